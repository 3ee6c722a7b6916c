/** When the person last gave the password or a second factor. Sessions of before are asked at their next change of money. */
export const sessionProof = `
  ALTER TABLE sessions ADD COLUMN proved_at INTEGER NOT NULL DEFAULT 0;
`
