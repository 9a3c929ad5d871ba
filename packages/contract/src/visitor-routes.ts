import type { Route } from './route.ts'

/** The calls of a chatbot's visitors: apart from the others, because the page of the installation makes none of them. */
export const visitorRoutes = {
  widget: { method: 'GET', path: 'chatbots/{identifier}/widget', admits: ['open'], crossOrigin: true },
  begin: { method: 'POST', path: 'chatbots/{identifier}/sessions', admits: ['open'], crossOrigin: true },
  ask: {
    method: 'POST',
    path: 'chatbots/{identifier}/stream',
    admits: ['visitor'],
    crossOrigin: true,
    reply: 'events',
  },
  messages: {
    method: 'GET',
    path: 'chatbots/{identifier}/messages',
    admits: ['visitor'],
    crossOrigin: true,
  },
  stop: { method: 'DELETE', path: 'chatbots/{identifier}/stream', admits: ['visitor'], crossOrigin: true },
  rate: {
    method: 'PUT',
    path: 'chatbots/{identifier}/messages/{messageId}',
    admits: ['visitor'],
    crossOrigin: true,
  },
  forget: {
    method: 'DELETE',
    path: 'chatbots/{identifier}/messages',
    admits: ['visitor'],
    crossOrigin: true,
  },
  document: {
    method: 'GET',
    path: 'chatbots/{identifier}/messages/{messageId}/sources/{number}',
    admits: ['visitor'],
    crossOrigin: true,
    reply: 'binary',
  },
} as const satisfies Record<string, Route>
