import { DEMO_KEY } from './handlers.ts'
import { startMockApi } from './http-server.ts'

const { PORT = '4010', HOST = '127.0.0.1', API_KEY = DEMO_KEY } = process.env

const { baseUrl } = await startMockApi({ port: Number(PORT), host: HOST, key: API_KEY })
console.log(`The mocked petstore answers at ${baseUrl} to the key ${API_KEY}`)
console.log('It keeps its pets in memory: a restart makes it as new. Ctrl+C ends it.')
