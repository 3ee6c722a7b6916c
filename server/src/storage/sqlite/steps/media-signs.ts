/** Whether a trunk usually sends media is learned from its calls. */
export const mediaSigns = `
  -- Calls with a spoken code by what came of the peer's media.
  CREATE TABLE media_signs (
    trunk TEXT PRIMARY KEY,
    heard INTEGER NOT NULL,
    silent INTEGER NOT NULL,
    refused INTEGER NOT NULL
  ) WITHOUT ROWID;
`
