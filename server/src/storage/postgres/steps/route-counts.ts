/** Recent calls by trunk and destination, from which routes are chosen. Older calls count less, so counts are fractions. */
export const routeCounts = `
  CREATE TABLE route_counts (
    trunk text COLLATE "C" NOT NULL,
    mode smallint NOT NULL,
    country text COLLATE "C" NOT NULL,
    operator text COLLATE "C" NOT NULL,
    trials double precision NOT NULL,
    delivered double precision NOT NULL,
    answered double precision NOT NULL,
    checked double precision NOT NULL,
    approved double precision NOT NULL,
    counted_at bigint NOT NULL,
    PRIMARY KEY (trunk, mode, country, operator)
  );
`
