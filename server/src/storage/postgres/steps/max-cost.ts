/** `max_cost` of /v2: null is no limit, and 0 allows no charge. */
export const maxCost = `
  ALTER TABLE verifications ALTER COLUMN max_cost_units DROP NOT NULL;
  UPDATE verifications SET max_cost_units = NULL WHERE max_cost_units = 0;
`
