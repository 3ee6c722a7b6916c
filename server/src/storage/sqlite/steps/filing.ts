/** Keys and limits that come into their tables later (recent-admissions.ts), and a memory of what is there. */
export const filing = `
  -- How far they have come.
  CREATE TABLE filing (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Everything up to this call is in the tables.
    filed_to INTEGER NOT NULL,
    -- Those after it up to this one are being filed; so many buckets of them are in the tables already.
    sealed_to INTEGER NOT NULL,
    filed_buckets INTEGER NOT NULL,
    -- The limits under which they were admitted; empty as long as there are none.
    rules TEXT NOT NULL
  );
  INSERT INTO filing SELECT 1, last, last, 0, '' FROM (
    SELECT max(coalesce((SELECT max(vendor_id) FROM calls), 0),
      (SELECT CAST(value AS INTEGER) - 1 FROM meta WHERE name = 'vendor_id_floor')) AS last);

  -- Which keys a full generation may hold (key-filter.ts).
  CREATE TABLE key_filters (generation INTEGER PRIMARY KEY, bits BLOB NOT NULL);
`
