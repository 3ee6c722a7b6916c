/** Recent calls by trunk and destination, from which routes are chosen. Older calls count less, so counts are fractions. */
export const routeCounts = `
  CREATE TABLE route_counts (
    trunk TEXT NOT NULL,
    mode INTEGER NOT NULL,
    country TEXT NOT NULL,
    operator TEXT NOT NULL,
    trials REAL NOT NULL,
    delivered REAL NOT NULL,
    answered REAL NOT NULL,
    checked REAL NOT NULL,
    approved REAL NOT NULL,
    counted_at INTEGER NOT NULL,
    PRIMARY KEY (trunk, mode, country, operator)
  ) WITHOUT ROWID;
`
