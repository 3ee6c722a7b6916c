/** Whether the creation of a verification of /v2 was answered. A version that does not know the column says so at once. */
export const acknowledged = `
  ALTER TABLE verifications ADD COLUMN acknowledged INTEGER NOT NULL DEFAULT 1;
`
