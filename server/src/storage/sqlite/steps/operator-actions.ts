/** What operators did. The token of a form makes a second click on it harmless. */
export const operatorActions = `
  CREATE TABLE operator_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL,
    email TEXT NOT NULL,
    action TEXT NOT NULL,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    form_token TEXT UNIQUE,
    created_at INTEGER NOT NULL
  );
`
