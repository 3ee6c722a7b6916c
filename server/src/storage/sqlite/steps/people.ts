/** Who signs in to the cabinet. An account that had a password gets its owner as the first person. */
export const people = `
  CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    operator INTEGER NOT NULL DEFAULT 0,
    telegram_id INTEGER NOT NULL DEFAULT 0,
    confirms_by_telegram INTEGER NOT NULL DEFAULT 0,
    sealed_totp BLOB,
    totp_last_step INTEGER NOT NULL DEFAULT 0,
    recovery_hashes TEXT NOT NULL DEFAULT '[]',
    created_at INTEGER NOT NULL,
    last_sign_in_at INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE memberships (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, person_id)
  ) WITHOUT ROWID;
  CREATE INDEX memberships_by_person ON memberships (person_id);

  -- Tokens are kept as hashes. The one before the last rotation is good for a moment: requests cross each other.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    person_id INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    token_hash BLOB NOT NULL,
    previous_hash BLOB,
    rotated_at INTEGER NOT NULL,
    stage TEXT NOT NULL,
    device TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    ip TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_person ON sessions (person_id);

  -- Links that work once: a new password, an invitation, the connection to a messenger, a sign-in to confirm.
  CREATE TABLE one_time_links (
    token_hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    person_id INTEGER NOT NULL DEFAULT 0,
    account_id INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX one_time_links_by_account ON one_time_links (account_id, purpose);

  INSERT INTO people (email, password_hash, created_at)
    SELECT email, password_hash, created_at FROM accounts WHERE password_hash <> '';
  INSERT INTO memberships
    SELECT accounts.id, people.id, 'owner', accounts.created_at
    FROM accounts JOIN people ON people.email = accounts.email;
  UPDATE people SET operator = 1 WHERE email IN (SELECT email FROM accounts WHERE demo = 1);
`
