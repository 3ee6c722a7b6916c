/** Calls of test numbers, whose records are kept for a day only. */
export const testCalls = `
  CREATE TABLE test_calls (
    vendor_id INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL
  );
`
