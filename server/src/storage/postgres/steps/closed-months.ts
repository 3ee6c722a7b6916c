/** How many entries of a closed month a carry-forward entry sums; 0 for an entry of its own. */
export const closedMonths = `
  ALTER TABLE ledger ADD COLUMN summed integer NOT NULL DEFAULT 0;
`
