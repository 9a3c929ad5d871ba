export { usePermission, useViewer, useViewerAttempts, viewerQuery } from './api.ts'
export {
  RequireSession,
  SessionProvider,
  useSession,
  useUserId,
  type SessionPast,
} from './session-context.tsx'
export { SignInForm } from './sign-in-form.tsx'
export { SsoButton } from './sso-button.tsx'
export { useSsoBegin, useSsoFinish } from './sso.ts'
export { useSessionWatch } from './use-session-watch.ts'
export { useUserCopy } from './use-user-copy.ts'
