/** The operators' log takes sign-ins and refused keys too: how it ended, how often, and whose account it concerns. */
export const accessLog = `
  ALTER TABLE operator_actions ADD COLUMN result text NOT NULL DEFAULT 'done';
  ALTER TABLE operator_actions ADD COLUMN times bigint NOT NULL DEFAULT 1;
  ALTER TABLE operator_actions ADD COLUMN account_id bigint NOT NULL DEFAULT 0;
  CREATE INDEX operator_actions_by_account ON operator_actions (account_id, id) WHERE account_id > 0;
`
