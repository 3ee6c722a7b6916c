/**
 * The counts of plots over time, in far fewer rows than the facts of hours: without the blocks of calling numbers for
 * the installation, and all cells of a service or of the installation together.
 */
export const hourTotals = `
  CREATE TABLE hour_totals (
    service_id bigint NOT NULL,
    test smallint NOT NULL,
    -- 0: all cells together. Otherwise a cell without its block of calling numbers, for the installation alone.
    cell integer NOT NULL,
    hour integer NOT NULL,
    calls integer NOT NULL,
    completed integer NOT NULL,
    price_units bigint NOT NULL,
    delivered integer NOT NULL,
    approved integer NOT NULL,
    checked integer NOT NULL,
    effective integer NOT NULL,
    invited integer NOT NULL,
    answered integer NOT NULL,
    short_calls integer NOT NULL,
    PRIMARY KEY (service_id, test, cell, hour)
  ) WITH (fillfactor = 70);
  -- The lock of counting: nothing is counted between these sums and their commit.
  SELECT pg_advisory_xact_lock(125797149402217);
  -- Sums in memory, and cells by their hash: the planner takes them for one row.
  SET LOCAL work_mem = '256MB';
  SET LOCAL enable_nestloop = off;
  INSERT INTO hour_totals
  SELECT hours.service_id, hours.test, 0, hours.hour,
    coalesce(sum(hours.calls), 0), coalesce(sum(hours.completed), 0), coalesce(sum(hours.price_units), 0),
    coalesce(sum(hours.delivered), 0), coalesce(sum(hours.approved), 0), coalesce(sum(hours.checked), 0),
    coalesce(sum(hours.effective), 0), coalesce(sum(hours.invited), 0), coalesce(sum(hours.answered), 0),
    coalesce(sum(hours.short_calls), 0)
  FROM hour_facts AS hours GROUP BY hours.service_id, hours.test, hours.hour;
  INSERT INTO hour_totals
  SELECT hours.service_id, hours.test, plain.id, hours.hour,
    coalesce(sum(hours.calls), 0), coalesce(sum(hours.completed), 0), coalesce(sum(hours.price_units), 0),
    coalesce(sum(hours.delivered), 0), coalesce(sum(hours.approved), 0), coalesce(sum(hours.checked), 0),
    coalesce(sum(hours.effective), 0), coalesce(sum(hours.invited), 0), coalesce(sum(hours.answered), 0),
    coalesce(sum(hours.short_calls), 0)
  FROM hour_facts AS hours
  JOIN fact_cells AS own ON own.id = hours.cell
  JOIN fact_cells AS plain ON plain.operator = own.operator AND plain.trunk = own.trunk AND plain.block = ''
    AND plain.country = own.country AND plain.mode = own.mode
  WHERE hours.service_id = 0 GROUP BY hours.service_id, hours.test, plain.id, hours.hour;
  SET LOCAL work_mem TO DEFAULT;
  SET LOCAL enable_nestloop TO DEFAULT;
`
