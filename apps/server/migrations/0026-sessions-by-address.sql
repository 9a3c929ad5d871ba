-- Every guess of a password asks whether anybody has a session at its address: 28 ms with 100,000 sessions, 1 ms with the index.
CREATE INDEX sessions_by_address ON sessions (address);
