import labels from '../../../assets/reference/labels.json' with { type: 'json' }

export type Labels = typeof labels

/** The words of the reference that belong to no operation and to no prose. */
export const labelsIn = (say: (text: string) => string) =>
  Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, say(text)])) as Labels
