/** Delivered steps whose code we drew and their approvals, and until when a service without enough of them pays on delivery. */
export const fewApprovals = `
  ALTER TABLE conversion_queue ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversion_hours ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversion_hours ADD COLUMN steps_approved INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE services ADD COLUMN charged_on_delivery_until INTEGER NOT NULL DEFAULT 0;
`
