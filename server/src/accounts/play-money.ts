/** A hundred roubles: the first balance of a demo account. */
export const playMoneyUnits = 1_000_000
