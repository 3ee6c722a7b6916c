/** What nodes tell each other: who is there, who shares the limits, who does what only one may do. */
export const nodeTables = `
  ALTER TABLE nodes
    ADD COLUMN version text NOT NULL DEFAULT '',
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN calls bigint NOT NULL DEFAULT 0,
    ADD COLUMN acknowledged_epoch bigint NOT NULL DEFAULT 0;

  -- One row. Members are a JSON list of node ids in the order of their places.
  CREATE TABLE share_board (
    id smallint PRIMARY KEY,
    epoch bigint NOT NULL,
    members text NOT NULL
  );
  INSERT INTO share_board VALUES (1, 0, '[]');

  CREATE TABLE leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    ends_at bigint NOT NULL
  ) WITH (fillfactor = 50);

  -- What was set aside of a trunk's budget of a clock hour, by all nodes.
  CREATE TABLE short_calls (
    trunk text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    taken bigint NOT NULL,
    PRIMARY KEY (trunk, hour)
  );
`
