/** Imports of numbering data: they are still shown after a restart. */
export const importJobs = `
  CREATE TABLE import_jobs (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    job TEXT NOT NULL
  );
`
