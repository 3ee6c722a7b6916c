/** Verifications of test numbers, whose records are kept for a day only. */
export const testVerifications = `
  CREATE TABLE test_verifications (
    vendor_id INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL
  );
`
