import type { AnsweringServer } from './answering-server.ts'
import { testApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** Opens an app for which every host is this web server, and which reads its pages without pauses. */
export const readingApp = (web: AnsweringServer, options: TestAppOptions = {}): Promise<TestApp> =>
  testApp({
    file: { limits: { requestsPerMinute: 1_000_000 } },
    outbound: { ports: [web.port], policy: { allows: () => true }, resolve: async () => ['127.0.0.1'] },
    addressLimits: { hostGapMs: 0, pollMs: 50 },
    ...options,
  })
