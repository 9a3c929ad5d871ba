import { lazyView } from '#lib/load-code.ts'

export { fullName } from './names.ts'
export { useRoleName } from './permissions/index.ts'
export { useUser } from './use-user.ts'
export { useUserCount } from './list/use-user-count.ts'
export { UserAvatar } from './photo/user-avatar.tsx'

/** The form after an administrator has set the password. */
export const ForcedPasswordForm = lazyView(
  async () => (await import('./password/forced-password-form.tsx')).ForcedPasswordForm,
)
export const SignUpForm = lazyView(async () => (await import('./form/sign-up-form.tsx')).SignUpForm)
export const ProfileView = lazyView(async () => (await import('./profile/profile.tsx')).Profile)
export const UserList = lazyView(async () => (await import('./list/user-list.tsx')).UserList)
