/** The tariff of accounts for which nobody chose another: `uni` is the default of the interface. */
export const defaultTariff = { code: 'uni', name: 'Единый', chargesFailed: false } as const
