print ( [ ) ]
if ( { ) }
} ] ) {
[ }
