/** The words of the reference that belong to no operation and to no prose. */
export const labels = {
  parameters: 'Parameters',
  noParameters: 'None besides authentication.',
  answer: 'Answer',
  isVerification: 'A verification',
  example: 'Example',
  exampleAnswer: 'Answer to it',
  field: 'field',
  type: 'type',
  optional: 'optional',
  default: 'default',
  meaning: 'meaning',
  deprecated: 'deprecated',
  alsoGet: 'GET with the parameters in the query is served too.',
  errors: 'Errors',
  everyMethod: 'and those of every method',
  code: 'code',
  text: 'text',
  when: 'When',
  path: 'in the path',
  query: 'in the query',
  header: 'header',
  dataIsVerification: '`data` is a verification.',
  or: 'or',
  array: 'array',
  search: 'Search',
  nothingFound: 'Nothing found.',
  otherLanguage: 'По-русски',
  forPrograms: 'For programs',
  secretKey: 'Secret key',
  serviceId: 'Service id',
  tryIt: 'Try it',
  send: 'Send',
  needsKey: 'Enter the key and the id of a service under “Try it” first.',
  noAnswer: 'No answer.',
}

export type Labels = typeof labels

export const labelsIn = (say: (text: string) => string) =>
  Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, say(text)])) as Labels
