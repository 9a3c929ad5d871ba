// Lazy-loaded views. Other folders import only from here, so that the rest of this folder stays out of the initial bundle.
import { lazyView } from '#lib/load-code.ts'

/** The form after an administrator has set the password. */
export const ForcedPasswordForm = lazyView(
  async () => (await import('./password/forced-password-form.tsx')).ForcedPasswordForm,
)
export const SignUpForm = lazyView(async () => (await import('./form/sign-up-form.tsx')).SignUpForm)
export const ProfileView = lazyView(async () => (await import('./profile/profile.tsx')).Profile)
export const UserList = lazyView(async () => (await import('./list/user-list.tsx')).UserList)
