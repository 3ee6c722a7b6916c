/** The sum over the labels of a metric of a service; with `label` over the lines that have this text. */
export async function metricSum(metricsUrl: string, name: string, label = ''): Promise<number> {
  // A connection that is kept may end unseen while this process waits for another program.
  const text = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text()
  return text
    .split('\n')
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** What the store could not do so far, apart from requests, which their answers tell: settlements, and what follows them. */
export async function unsettledOf(metricsUrl: string): Promise<number> {
  const answers = ['error="unavailable"', 'error="503"'].map((error) =>
    metricSum(metricsUrl, 'ringkey_http_requests_total', error),
  )
  const [ofV2, ofV1] = await Promise.all(answers)
  return (await metricSum(metricsUrl, 'ringkey_store_errors_total')) - ofV2! - ofV1!
}
