export default {
  ringkey: {
    input: './generated/openapi.json',
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { runtime: 'process.env.RINGKEY_URL' },
    },
  },
}
