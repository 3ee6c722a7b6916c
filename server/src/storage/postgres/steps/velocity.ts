/** Calls by hour, service and prefix, and the destinations that unusual traffic has paused. */
export const velocity = `
  CREATE TABLE prefix_hours (
    hour bigint NOT NULL,
    service_id bigint NOT NULL,
    prefix text COLLATE "C" NOT NULL,
    country text NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (hour, service_id, prefix)
  );
  CREATE INDEX prefix_hours_by_service ON prefix_hours (service_id, hour);
  CREATE TABLE paused_prefixes (
    service_id bigint NOT NULL,
    prefix text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    calls bigint NOT NULL,
    expected bigint NOT NULL,
    paused_at bigint NOT NULL,
    allowed_until bigint NOT NULL,
    PRIMARY KEY (service_id, prefix)
  );
`
