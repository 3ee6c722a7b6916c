/** The operators' log takes sign-ins and refused keys too: how it ended, how often, and whose account it concerns. */
export const accessLog = `
  ALTER TABLE operator_actions ADD COLUMN result TEXT NOT NULL DEFAULT 'done';
  ALTER TABLE operator_actions ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE operator_actions ADD COLUMN account_id INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX operator_actions_by_account ON operator_actions (account_id, id) WHERE account_id > 0;
`
