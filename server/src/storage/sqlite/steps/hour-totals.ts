/**
 * The counts of plots over time, in far fewer rows than the facts of hours: without the blocks of calling numbers for
 * the installation, and all cells of a service or of the installation together.
 */
export const hourTotals = `
  CREATE TABLE hour_totals (
    service_id INTEGER NOT NULL,
    test INTEGER NOT NULL,
    -- 0: all cells together. Otherwise a cell without its block of calling numbers, for the installation alone.
    cell INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    price_units INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    effective INTEGER NOT NULL,
    invited INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    short_calls INTEGER NOT NULL,
    PRIMARY KEY (service_id, test, cell, hour)
  ) WITHOUT ROWID;
  INSERT INTO hour_totals
  SELECT hours.service_id, hours.test, 0, hours.hour,
    sum(hours.calls), sum(hours.completed), sum(hours.price_units), sum(hours.delivered), sum(hours.approved),
    sum(hours.checked), sum(hours.effective), sum(hours.invited), sum(hours.answered), sum(hours.short_calls)
  FROM hour_facts AS hours GROUP BY hours.service_id, hours.test, hours.hour;
  INSERT INTO hour_totals
  SELECT hours.service_id, hours.test, plain.id, hours.hour,
    sum(hours.calls), sum(hours.completed), sum(hours.price_units), sum(hours.delivered), sum(hours.approved),
    sum(hours.checked), sum(hours.effective), sum(hours.invited), sum(hours.answered), sum(hours.short_calls)
  FROM hour_facts AS hours
  JOIN fact_cells AS own ON own.id = hours.cell
  JOIN fact_cells AS plain ON plain.operator = own.operator AND plain.trunk = own.trunk AND plain.block = ''
    AND plain.country = own.country AND plain.mode = own.mode
  WHERE hours.service_id = 0 GROUP BY hours.service_id, hours.test, plain.id, hours.hour;
`
