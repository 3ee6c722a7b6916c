/** One address may have a thousand connections: what is above that is closed, and would tell nothing. */
const atOnce = 200

/** Makes many requests, two hundred at a time. */
export async function inGroups<Answer>(count: number, make: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < count) {
    const length = Math.min(atOnce, count - answers.length)
    answers.push(...(await Promise.all(Array.from({ length }, make))))
  }
  return answers
}
