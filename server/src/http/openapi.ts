import { bodySchema } from '../webhooks/body.ts'
import { headerSchema } from '../webhooks/signature.ts'
import { Components } from './documents/components.ts'
import type { Answer, Example, Operation, Section, Shape } from './documents/operation.ts'
import {
  asMarkdown,
  chaptersOf,
  chaptersOfWebhook,
  type Figures,
  introduction,
  whenWebhook,
} from './guide.ts'
import { exampleBody } from './webhook-example.ts'

/** OpenAPI 3.1 from the schemas that validate: a section for each version of the API. */
export function describeInterface(sections: readonly Section[], figures: Figures): object {
  const components = new Components(
    { ...Object.assign({}, ...sections.map(({ schemas }) => schemas)), InboundCall: bodySchema },
    new Map([...sections.flatMap(({ formats }) => [...formats]), [bodySchema, webhookFormats]]),
  )
  const operations = sections.flatMap((section) => section.operations)
  const examples: Readonly<Record<string, Example>> = Object.assign(
    {},
    ...sections.map((section) => section.examples),
  )
  const shared = new Map(Object.entries(examples).map(([name, example]) => [example, name]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringkey',
      version: 'v1.0',
      summary: 'Phone-call verification',
      description: `${introduction}\n\n${asMarkdown(chaptersOf(figures))}`,
      contact: {
        name: 'The documentation of this service, at /docs',
        // OpenAPI requires a complete address here.
        ...(figures.publicUrl === undefined ? {} : { url: `${figures.publicUrl}/docs` }),
      },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: figures.publicUrl ?? '/', description: 'This service.' }],
    security: [{ [scheme]: [] }],
    tags: [...sections.flatMap(({ tags }) => tags), webhookTag],
    paths: Object.fromEntries(
      [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
        path,
        Object.fromEntries(
          ofPath.map((operation) => [operation.verb, describe(operation, components, shared)]),
        ),
      ]),
    ),
    webhooks: { inboundCall: { post: describeWebhook(components) } },
    components: {
      securitySchemes: { [scheme]: securityScheme },
      headers: Object.assign({}, ...sections.map(({ headers }) => headers)),
      examples,
      schemas: components.all(),
    },
  }
}

const scheme = 'serviceKey'
const securityScheme = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'SECRET_KEY.SERVICE_ID',
  description: '`Authorization: Bearer SECRET_KEY.SERVICE_ID`: key and id, joined by a dot.',
}

function describe(operation: Operation, components: Components, shared: Shared): object {
  const { id, tag, summary, description, isDeprecated, parameters, body, answers } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map(({ name, place, isRequired, schema, example }) => ({
            name,
            in: place,
            required: isRequired,
            description: descriptionOf(schema),
            schema: components.of(schema),
            ...(example === undefined ? {} : { example }),
          })),
        }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.isRequired,
            content: { 'application/json': { schema: components.of(body.schema), example: body.example } },
          },
        }),
    responses: Object.fromEntries(
      answers.map((answer) => [answer.status, describeAnswer(answer, components, shared)]),
    ),
  }
}

/** Examples that are in `components`, and their names. */
type Shared = ReadonlyMap<Example, string>

function describeAnswer(answer: Answer, components: Components, shared: Shared) {
  const { description, headers, mediaType, schema } = answer
  const examples = Object.entries(answer.examples).map(([key, example]) => {
    const name = shared.get(example)
    return [key, name === undefined ? example : { $ref: `#/components/examples/${name}` }]
  })
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { [mediaType]: { schema: components.of(schema), examples: Object.fromEntries(examples) } },
  }
}

const descriptionOf = (schema: Shape) => (schema as { description?: string }).description ?? ''

const webhookTag = { name: 'Web-hook', description: 'What this service sends to you.' }
const webhookFormats = {
  callId: { pattern: '^[0-9]{6,16}$' },
  callbackLink: { format: 'uri' },
  clientNumber: { pattern: '^\\+?[0-9]{7,15}$' },
  confirmationNumber: { pattern: '^[0-9]{5,15}$' },
}

function describeWebhook(components: Components) {
  return {
    operationId: 'inboundCall',
    tags: [webhookTag.name],
    summary: 'A person called the confirmation number.',
    description: `${whenWebhook}\n\n${asMarkdown(chaptersOfWebhook)}`,
    security: [],
    parameters: Object.entries(headerSchema.properties).map(([name, schema]) => ({
      name,
      in: 'header',
      required: true,
      description: descriptionOf(schema),
      schema,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.of(bodySchema), example: exampleBody } },
    },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'No more tries.' },
      default: { description: 'Tried again.' },
    },
  }
}
