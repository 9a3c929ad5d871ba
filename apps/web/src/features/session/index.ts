export {
  RequireSession,
  SessionProvider,
  useSession,
  useUserId,
  type SessionPast,
} from './session-context.tsx'
export { SignInForm } from './sign-in-form.tsx'
export { useSessionWatch } from './use-session-watch.ts'
export { useViewer, viewerQuery } from './api.ts'
