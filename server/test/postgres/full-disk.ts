import { ask } from './cluster.ts'

/** What needs new pages is refused as on a full disk; rows that are updated in their page are not. */
export const fillDisk = (url: string) =>
  ask(
    url,
    `CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE OR REPLACE FUNCTION no_room_for_tables() RETURNS event_trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER no_room BEFORE INSERT ON calls FOR EACH ROW EXECUTE FUNCTION no_room();
     CREATE EVENT TRIGGER no_room_for_tables ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
       EXECUTE FUNCTION no_room_for_tables()`,
  )

export const freeDisk = (url: string) =>
  ask(
    url,
    // DROP TRIGGER locks the partitions before their table, transactions of the nodes the other way round: a deadlock.
    `BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE;
     DROP EVENT TRIGGER no_room_for_tables; DROP TRIGGER no_room ON calls; COMMIT`,
  )
