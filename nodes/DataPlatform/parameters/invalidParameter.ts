/** An invalid parameter value. The router turns it into n8n's error, with the node and the item index. */
export class InvalidParameterError extends Error {
	/** The parameter's display name. */
	readonly parameter: string;
	/** What the user should do about it. */
	readonly description: string;

	/** @param reason what is wrong, in words that follow the parameter's name: `must be text, but is 5` */
	constructor(parameter: string, reason: string, description: string, cause?: Error) {
		super(`'${parameter}' ${reason}`, { cause });
		this.parameter = parameter;
		this.description = description;
	}
}

/** Creates the error about the parameter that is parsed. */
export type Invalid = (reason: string, advice: string) => InvalidParameterError;
