import { clinicCommand } from '../system/clinicCommand';

export const usage = `Usage: node server.js [--version]

It is set by the environment: README.md, Settings. The operator's tool is another program: ${clinicCommand} help`;
