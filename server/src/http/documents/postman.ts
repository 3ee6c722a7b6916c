import { createHash } from 'node:crypto'
import type { Figures } from '../guide.ts'
import type { Operation, Section } from './operation.ts'

/** A collection in the format of Postman 2.1, which other clients import too. Key and id are its variables. */
export function postmanCollection(sections: readonly Section[], figures: Figures, about: string): object {
  const all = sections.flatMap((section) => section.operations)
  // A GET that only repeats a POST with a query would double the list.
  const posted = new Set(all.filter(({ verb }) => verb === 'post').map(({ path }) => path))
  const operations = all.filter(({ verb, path }) => verb === 'post' || !posted.has(path))
  return {
    info: {
      name: 'Ringkey',
      // The id is the same for every installation, so that a newer import replaces the older one.
      _postman_id: idOf('Ringkey'),
      description: about,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{secretKey}}.{{serviceId}}', type: 'string' }],
    },
    variable: [
      { key: 'baseUrl', value: figures.publicUrl ?? 'http://127.0.0.1:8080' },
      { key: 'secretKey', value: '' },
      { key: 'serviceId', value: '' },
    ],
    item: sections.flatMap(({ tags }) =>
      tags.map(({ name, description }) => ({
        name,
        description,
        item: operations.filter(({ tag }) => tag === name).map(itemOf),
      })),
    ),
  }
}

function itemOf(operation: Operation): object {
  const request = {
    method: operation.verb.toUpperCase(),
    description: operation.description,
    header: operation.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{baseUrl}}${operation.path}`,
      host: ['{{baseUrl}}'],
      path: operation.path.slice(1).split('/'),
    },
    ...(operation.body === undefined
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(operation.body.example, null, 2),
            options: { raw: { language: 'json' } },
          },
        }),
  }
  return {
    id: idOf(operation.id),
    name: operation.id,
    request,
    response: operation.answers.flatMap(({ status, mediaType, examples }) =>
      Object.values(examples).map(({ summary, value }) => ({
        name: summary,
        originalRequest: request,
        code: status,
        header: [{ key: 'Content-Type', value: mediaType }],
        body: JSON.stringify(value, null, 2),
      })),
    ),
  }
}

/** A UUID derived from the name. */
function idOf(name: string): string {
  const digits = createHash('sha256').update(`ringkey ${name}`).digest('hex')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
