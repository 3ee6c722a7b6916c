/** Conversion by destination for the last weeks: what a collapse of conversion is seen by. */
export const conversionHours = `
  CREATE TABLE conversion_hours (
    hour INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    prefix TEXT NOT NULL,
    operator TEXT NOT NULL,
    delivered INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (hour, service_id, prefix, operator)
  ) WITHOUT ROWID;
  CREATE INDEX conversion_hours_by_service ON conversion_hours (service_id, hour);
`
