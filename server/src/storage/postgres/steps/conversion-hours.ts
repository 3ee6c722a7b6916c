/** Conversion by destination for the last weeks: what a collapse of conversion is seen by. */
export const conversionHours = `
  CREATE TABLE conversion_hours (
    hour bigint NOT NULL,
    service_id bigint NOT NULL,
    prefix text COLLATE "C" NOT NULL,
    operator text COLLATE "C" NOT NULL,
    delivered bigint NOT NULL,
    approved bigint NOT NULL,
    PRIMARY KEY (hour, service_id, prefix, operator)
  );
  CREATE INDEX conversion_hours_by_service ON conversion_hours (service_id, hour);
`
