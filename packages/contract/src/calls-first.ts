// The calls of what a chat begins with, for browsers: routes with types.
import type { Calls } from './browser-types.ts'
import * as routes from './routes-first.ts'

export const auth: Calls<'auth'> = routes.auth
export const users: Calls<'users'> = routes.users
export const settings: Calls<'settings'> = routes.settings
export const projects: Calls<'projects'> = routes.projects
export const tabs: Calls<'tabs'> = routes.tabs
export const custinsts: Calls<'custinsts'> = routes.custinsts
export const ideas: Calls<'ideas'> = routes.ideas
export const queries: Calls<'queries'> = routes.queries
export const models: Calls<'models'> = routes.models
export const firstSteps: Calls<'firstSteps'> = routes.firstSteps
export const answers: Calls<'answers'> = routes.answers
export const proposals: Calls<'proposals'> = routes.proposals
export const notifications: Calls<'notifications'> = routes.notifications
export const chatbots: Calls<'chatbots'> = routes.chatbots
export const tools: Calls<'tools'> = routes.tools
