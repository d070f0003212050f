import type { INodeProperties } from 'n8n-workflow';

export const showOnlyForExtract = { resource: ['ai'], operation: ['extract'] };

/** The parameters that determine which items an extraction becomes. */
export const outputItemParameters: INodeProperties[] = [
	{
		displayName: 'Items',
		name: 'items',
		type: 'options',
		options: [
			{
				name: 'One per Input Item',
				value: 'perInput',
				description: 'With each extracted field at the top level of the item',
			},
			{
				name: 'One per List Element',
				value: 'perElement',
				description: 'Such as one item per order line, with the other fields repeated',
			},
			{
				name: 'Raw Response',
				value: 'raw',
				description:
					'The whole response, with output, model, requestId, isCustomerModel and modelProviderUsage',
			},
		],
		default: 'perInput',
		description: 'Which items the node returns',
		displayOptions: { show: showOnlyForExtract },
	},
	{
		displayName: 'List',
		name: 'list',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderLines',
		description:
			'Path of the list whose elements become items. Can be empty if there is only one list.',
		displayOptions: { show: { ...showOnlyForExtract, items: ['perElement'] } },
	},
	{
		displayName: 'Keep Empty Lists',
		name: 'keepEmptyLists',
		type: 'boolean',
		default: false,
		description: 'Whether an empty, null or missing list gives one item whose columns are null',
		displayOptions: { show: { ...showOnlyForExtract, items: ['perElement'] } },
	},
];

/** The options of AI: Extract. Those that Raw Response ignores are hidden with it. */
export const optionsParameter: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: showOnlyForExtract },
	options: [
		{
			displayName: 'Add Extraction Details',
			name: 'addExtractionDetails',
			type: 'boolean',
			default: false,
			description: 'Whether to add a field "extraction" with model, request ID and usage',
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Convert Types',
			name: 'convertTypes',
			type: 'boolean',
			default: false,
			description:
				'Whether to turn text into numbers and dates, such as "1,299.00 EUR" into 1299. Unclear values stay unchanged.',
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Date Order',
			name: 'dateOrder',
			type: 'options',
			options: [
				{ name: 'Day First', value: 'dayFirst', description: '03/04/26 is April 3, 2026' },
				{ name: 'Month First', value: 'monthFirst', description: '03/04/26 is March 4, 2026' },
				{ name: 'Not Specified', value: 'notSpecified', description: '03/04/26 stays unchanged' },
				{ name: 'Year First', value: 'yearFirst', description: '03/04/26 is April 26, 2003' },
			],
			default: 'notSpecified',
			description:
				"What comes first in dates such as 03/04/26, for 'Convert Types' and 'Flag Issues'",
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Flag Issues',
			name: 'flagIssues',
			type: 'fixedCollection',
			placeholder: 'Flag Issues',
			// Without both of these, n8n drops Flag Issues when another option is added.
			typeOptions: { multipleValues: false },
			default: { settings: { ifFound: 'keep' } },
			description:
				'Adds a list "issues" of values to review: missing, empty, ambiguous, of the wrong type or not in the text',
			displayOptions: { hide: { '/items': ['raw'] } },
			options: [
				{
					displayName: 'Flag Issues',
					name: 'settings',
					values: [
						{
							displayName: 'If Issues Are Found',
							name: 'ifFound',
							type: 'options',
							options: [
								{ name: 'Fail Item', value: 'fail' },
								{ name: 'Keep Item', value: 'keep' },
							],
							default: 'keep',
							description: 'The error details of a failed item contain the response and the issues',
						},
						{
							displayName: "Don't Look Up",
							name: 'dontLookUp',
							type: 'string',
							default: '',
							placeholder: 'e.g. category, summary',
							description:
								"Names or paths of fields that needn't be in the text, such as categories, separated by commas",
						},
					],
				},
			],
		},
		{
			displayName: 'If Fields Are Missing',
			name: 'ifMissing',
			type: 'options',
			options: [
				{
					name: 'Fail Item if Missing',
					value: 'failIfMissing',
					description:
						"Null and blank values don't fail the item. The error details contain the response.",
				},
				{
					name: 'Fail Item if Missing or Empty',
					value: 'failIfEmpty',
					description:
						'A blank value fails the item too, and so does null, unless the schema allows it',
				},
				{ name: 'Leave Out', value: 'leaveOut' },
				{ name: 'Set to Null', value: 'null' },
			],
			default: 'null',
			description: 'What to do if the response lacks a field',
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Include Input Fields',
			name: 'inputFields',
			type: 'options',
			options: [
				{ name: 'No', value: 'none' },
				{ name: 'Yes, Keep Extracted Value', value: 'extractedWin' },
				{ name: 'Yes, Keep Input Value', value: 'inputWin' },
			],
			default: 'none',
			description:
				'Whether to include input fields, and which value to keep if names are equal. A missing field keeps the input value.',
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Instructions',
			name: 'instructions',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Leave out shipping costs',
			description: 'More instructions for the model',
		},
		{
			displayName: 'Model',
			name: 'model',
			type: 'string',
			default: '',
			description:
				"Name of the model, or empty for the platform's default. Your platform administrator knows the names.",
		},
		{
			displayName: 'Model Settings (JSON)',
			name: 'modelSettingsJson',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"modelConfiguration": {"NAME": "value"}}',
			description:
				'The modelConfiguration and reasoningConfig. Ask your platform administrator for their properties.',
		},
		{
			displayName: 'Number Format',
			name: 'numberFormat',
			type: 'options',
			options: [
				{ name: 'Decimal Comma', value: 'comma', description: '1.250 is 1250, and 1,250 is 1.25' },
				{ name: 'Decimal Point', value: 'point', description: '1.250 is 1.25, and 1,250 is 1250' },
				{ name: 'Not Specified', value: 'notSpecified', description: '1.250 stays unchanged' },
			],
			default: 'notSpecified',
			description:
				"Decimal separator of numbers such as 1.250, for 'Convert Types' and 'Flag Issues'",
			displayOptions: { hide: { '/items': ['raw'] } },
		},
		{
			displayName: 'Send JSON Schema',
			name: 'sendJsonSchema',
			type: 'boolean',
			default: false,
			description:
				'Whether to also send columns and allowed values as JSON Schema, which your platform may reject',
		},
		{
			displayName: 'Session ID',
			name: 'sessionId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000',
			description:
				"UUID of an AI session to continue. A request that may have run is sent again only if you set 'Max Retries'.",
		},
	],
};
