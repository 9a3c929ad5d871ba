/** Query keys of the administrators’ list; banners come with one’s own notifications. */
export const announcementKeys = {
  all: ['announcements'] as const,
}
