// What most visits never see is fetched when it is first shown: pages outside take only what stands here, so that nothing else
// of this folder is in the code that every page loads.
import { lazyView } from '../../lib/load-code.ts'

/** A password that somebody else set is changed. */
export const ForcedPasswordForm = lazyView(
  async () => (await import('./password/forced-password-form.tsx')).ForcedPasswordForm,
)
export const SignUpForm = lazyView(async () => (await import('./form/sign-up-form.tsx')).SignUpForm)
export const ProfileView = lazyView(async () => (await import('./profile/profile.tsx')).Profile)
export const UserList = lazyView(async () => (await import('./list/user-list.tsx')).UserList)
