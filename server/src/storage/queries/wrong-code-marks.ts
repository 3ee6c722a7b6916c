import type { FactGroup } from '../../quality/call-facts.ts'
import { each, number, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

/** The wrong code that most people of a network typed after calls over a trunk. */
export interface CommonWrongCode extends Pick<FactGroup, 'country' | 'operator' | 'trunk'> {
  /** Distinct ones of a day. */
  readonly phones: number
  /** How often it was typed, of all wrong codes there. */
  readonly hits: number
  readonly of: number
}

const places = tableOf('wrong_code_marks', {
  ...each(text, 'country', 'operator', 'trunk'),
  ...each(number, 'phones', 'hits', 'of'),
})

/** Since an hour, of networks over trunks where at least so many phones share a wrong code. */
export async function commonWrongCodes(
  sql: Sql,
  { fromHour, minPhones }: { readonly fromHour: number; readonly minPhones: number },
): Promise<CommonWrongCode[]> {
  const rows = await sql.all`WITH
      marks AS (SELECT country, operator, trunk, code_mark, count(DISTINCT phone_mark) AS phones, count(*) AS hits
        FROM wrong_code_marks WHERE hour >= ${fromHour} GROUP BY country, operator, trunk, code_mark),
      places AS (SELECT country, operator, trunk, max(phones) AS phones, max(hits) AS hits, sum(hits) AS of
        FROM marks GROUP BY country, operator, trunk)
    SELECT * FROM places WHERE phones >= ${minPhones} ORDER BY phones DESC, trunk, country, operator`
  return rows.map(places.of)
}
