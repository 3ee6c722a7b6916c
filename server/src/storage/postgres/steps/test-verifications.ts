/** Verifications of test numbers, whose records are kept for a day only. */
export const testVerifications = `
  CREATE TABLE test_verifications (
    vendor_id bigint PRIMARY KEY,
    started_at bigint NOT NULL
  );
`
