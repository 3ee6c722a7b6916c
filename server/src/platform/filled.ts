export type Filling = Readonly<Record<string, string | number | undefined>>

/** A text with what it names as `{{name}}`. */
export const filled = (text: string, values: Filling) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
