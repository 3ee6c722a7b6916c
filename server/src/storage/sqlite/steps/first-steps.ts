/** The checklist of a new account: it goes away when it is done or dismissed. */
export const firstSteps = `
  CREATE TABLE first_steps (
    account_id INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL,
    -- When somebody said that a new key is stored; NULL until then.
    key_kept_at INTEGER,
    ended_at INTEGER
  );
`
