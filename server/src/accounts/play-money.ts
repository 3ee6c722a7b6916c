/** A hundred roubles: what a demo account begins with. */
export const playMoneyUnits = 1_000_000
