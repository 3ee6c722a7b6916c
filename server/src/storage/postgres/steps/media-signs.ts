/** Whether a trunk usually sends media is learned from its calls. */
export const mediaSigns = `
  -- Calls with a spoken code by what came of the peer's media.
  CREATE TABLE media_signs (
    trunk text COLLATE "C" PRIMARY KEY,
    heard bigint NOT NULL,
    silent bigint NOT NULL,
    refused bigint NOT NULL
  );
`
