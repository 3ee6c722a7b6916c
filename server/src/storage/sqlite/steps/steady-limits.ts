/** By how much the wall clock was set, all steps together. Limits per number are kept in the time without them. */
export const steadyLimits = `
  ALTER TABLE filing ADD COLUMN steps_ms INTEGER NOT NULL DEFAULT 0;
`
