import { getValueAt } from '../../../nodes/DataPlatform/helpers/paths.ts';

test.each([[['none', 'b']], [['text', 'length']], [['toString']]])(
	'the path %j leads to no value',
	(path) => {
		expect(getValueAt({ none: null, text: 'word' }, [...path])).toBeUndefined();
	},
);
