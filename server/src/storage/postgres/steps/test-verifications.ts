/** Calls of test numbers, whose records are kept for a day only. */
export const testCalls = `
  CREATE TABLE test_calls (
    vendor_id bigint PRIMARY KEY,
    started_at bigint NOT NULL
  );
`
